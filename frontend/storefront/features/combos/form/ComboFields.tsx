import { deliveryHoursNote } from "~/shared/domain/deliveryHours";
import { TextField } from "~/shared/ui/TextField";
import { AddressOfOrder, PersonOfOrder } from "~/storefront/product/OrderFields";
import type { useComboForm } from "./useComboForm";

/** All fields are required, the last name too (specification, section 5 "Combo form"); names are the payload's. */
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
