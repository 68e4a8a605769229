import { AddressOfOrder, PersonOfOrder } from "~/product/OrderFields";
import { TextField } from "~/ui/TextField";
import type { useComboForm } from "./useComboForm";

/** All fields are required, the last name too (specification, section 5 "Combo form"); names are the wire's. */
export function ComboFields({ field }: Pick<ReturnType<typeof useComboForm>, "field">) {
  return (
    <>
      <PersonOfOrder field={field} lastName="required" />
      <TextField
        label="Delivery Time"
        {...field("deliveryTime")}
        required
        type="time"
        hint="When your meals should arrive."
      />
      <AddressOfOrder field={field} />
    </>
  );
}
