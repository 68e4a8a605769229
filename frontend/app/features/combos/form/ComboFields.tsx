import { EmailField, FirstNameField, LastNameField, PhoneField } from "~/ui/PersonFields";
import { TextArea } from "~/ui/TextArea";
import { TextField } from "~/ui/TextField";
import styles from "./ComboFields.module.css";
import type { ComboFormValues } from "./values";

export interface ComboFieldsProps {
  values: ComboFormValues;
  change: (changes: Partial<ComboFormValues>) => void;
}

/** All fields are required, the last name too (specification, section 5 "Combo form"); names are the wire's. */
export function ComboFields({ values, change }: ComboFieldsProps) {
  const field = (key: keyof ComboFormValues, name: string) => ({
    name,
    value: values[key],
    onChange: (value: string) => change({ [key]: value }),
    required: true,
  });
  return (
    <>
      <FirstNameField {...field("firstName", "name")} />
      <LastNameField {...field("lastName", "lastname")} />
      <PhoneField {...field("phone", "phone")} />
      <EmailField {...field("email", "email")} />
      <TextField
        label="Delivery Time"
        {...field("deliveryTime", "deliveryTime")}
        type="time"
        hint="When your meals should arrive."
      />
      <div className={styles.wide}>
        <TextArea label="Address" {...field("address", "address")} autoComplete="street-address" />
      </div>
    </>
  );
}
