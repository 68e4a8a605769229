import type { Dispatch, ReactNode } from "react";
import { rules } from "~/shared/catalogue/rules";
import {
  daysState,
  type SelectionState,
  type SlotChange,
  type Slots,
  weekState,
} from "~/shared/domain/weekly/slots";
import { MEAL_LABELS, type WeekId, weekLabel } from "~/shared/domain/weekly/weeklyMenu";
import { classNames } from "~/shared/lib/classNames";
import { Checkbox } from "~/shared/ui/Checkbox";
import styles from "./SelectAll.module.css";
import { isSlotSoldOut } from "./soldOutSlots";
import type { MealDaysProps } from "./weeklyDay";

const { itemsPerMeal } = rules.combos;

interface HeadProps {
  children: ReactNode;
  className?: string;
}

export interface WeekHeadProps extends HeadProps {
  week: WeekId;
  slots: Slots;
  dispatch: Dispatch<SlotChange>;
}

/** A week's heading with its select-all box, checked when all three meals are full (specification, section 4). */
export function WeekHead({ week, slots, dispatch, ...head }: WeekHeadProps) {
  return (
    <Head
      {...head}
      label={`Select All (${weekLabel(week)})`}
      state={weekState(slots, week, itemsPerMeal, isSlotSoldOut)}
      onChange={(on) => dispatch({ kind: "week", week, on })}
    />
  );
}

export interface MealHeadProps extends HeadProps, MealDaysProps {}

/** A meal's heading with its select-all box, checked when all days are selected (specification, section 4). */
export function MealHead({ week, meal, selectedDays, dispatch, ...head }: MealHeadProps) {
  return (
    <Head
      {...head}
      label={`Select All ${MEAL_LABELS[meal]}`}
      state={daysState(selectedDays, { week, meal }, itemsPerMeal, isSlotSoldOut)}
      onChange={(on) => dispatch({ kind: "meal", week, meal, on })}
    />
  );
}

interface BoxProps extends HeadProps {
  label: string;
  state: SelectionState;
  onChange: (on: boolean) => void;
}

function Head({ children, className, label, state, onChange }: BoxProps) {
  return (
    <div className={classNames(styles.head, className)}>
      {children}
      <Checkbox
        label={label}
        checked={state === "all"}
        indeterminate={state === "some"}
        onChange={onChange}
      />
    </div>
  );
}
