import { deliveryHoursNote } from "~/domain/deliveryHours";
import { AddressOfOrder, PersonOfOrder } from "~/product/OrderFields";
import { TextField } from "~/ui/TextField";
import type { useComboForm } from "./useComboForm";

/** All fields are required, the last name too (specification, section 5 "Combo form"); names are the wire's. */
export function ComboFields({ form }: { form: Pick<ReturnType<typeof useComboForm>, "field" | "meals"> }) {
  const { field, meals } = form;
  const time = field("deliveryTime");
  return (
    <>
      <PersonOfOrder field={field} lastName="required" />
      <TextField
        label="Delivery Time"
        {...time}
        required
        type="time"
        hint="When should we deliver?"
        note={deliveryHoursNote(time.value, meals)}
      />
      <AddressOfOrder field={field} />
    </>
  );
}
