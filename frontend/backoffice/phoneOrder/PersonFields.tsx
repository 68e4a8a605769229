import { TextArea, TextField } from "~/shared/ui/Field";
import { EmailField, FirstNameField, LastNameField, PhoneField } from "~/shared/ui/PersonFields";
import styles from "./phoneOrder.module.css";
import type { useOrderForm } from "./useOrderForm";

type FieldOf = ReturnType<typeof useOrderForm>["field"];

/** Staff type the customer's data, so the browser must not autofill their own. */
const NOT_MINE = { autoComplete: "off" };

export function NameFields({ field, lastName }: { field: FieldOf; lastName: "required" | "optional" }) {
  const optional = lastName === "optional";
  return (
    <>
      <FirstNameField {...field("name")} {...NOT_MINE} required />
      <LastNameField {...field("lastname")} {...NOT_MINE} required={!optional} optionalMark={optional} />
      <PhoneField {...field("phone")} {...NOT_MINE} required />
      <EmailField
        {...field("email")}
        {...NOT_MINE}
        optionalMark
        hint="For the confirmation mail. Leave empty to send none."
      />
    </>
  );
}

export function TimeField(props: ReturnType<FieldOf>) {
  return <TextField label="Delivery time" type="time" required {...props} />;
}

export function AddressField(props: ReturnType<FieldOf>) {
  return (
    <div className={styles.whole}>
      <TextArea label="Address" required {...NOT_MINE} {...props} />
    </div>
  );
}
