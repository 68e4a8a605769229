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
  return (
    <>
      <TextField
        label="First Name"
        name="name"
        value={values.firstName}
        onChange={(firstName) => change({ firstName })}
        autoComplete="given-name"
        required
      />
      <TextField
        label="Last Name"
        name="lastname"
        value={values.lastName}
        onChange={(lastName) => change({ lastName })}
        autoComplete="family-name"
        required
      />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        value={values.phone}
        onChange={(phone) => change({ phone })}
        autoComplete="tel"
        required
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        value={values.email}
        onChange={(email) => change({ email })}
        autoComplete="email"
        required
      />
      <TextField
        label="Delivery Time"
        name="deliveryTime"
        type="time"
        value={values.deliveryTime}
        onChange={(deliveryTime) => change({ deliveryTime })}
        hint="When your meals should arrive."
        required
      />
      <div className={styles.wide}>
        <TextArea
          label="Address"
          name="address"
          value={values.address}
          onChange={(address) => change({ address })}
          autoComplete="street-address"
          required
        />
      </div>
    </>
  );
}
