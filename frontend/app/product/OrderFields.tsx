import type { FormField } from "~/lib/useFormValues";
import { EmailField, FirstNameField, LastNameField, PhoneField } from "~/ui/PersonFields";
import { TextArea } from "~/ui/TextArea";
import styles from "./OrderFields.module.css";

export interface PersonOfOrderProps {
  field: (name: "firstName" | "lastName" | "phone" | "email") => FormField;
  /** Whether the last name must be filled (specification, section 5). */
  lastName: "required" | "optional";
}

/** Who orders: the first fields of every order form; names are the wire's. */
export function PersonOfOrder({ field, lastName }: PersonOfOrderProps) {
  const optional = lastName === "optional";
  return (
    <>
      <FirstNameField {...field("firstName")} name="name" required />
      <LastNameField {...field("lastName")} name="lastname" required={!optional} optionalMark={optional} />
      <PhoneField {...field("phone")} name="phone" required />
      <EmailField {...field("email")} name="email" required />
    </>
  );
}

/** Where it goes: the last field of every order form. */
export function AddressOfOrder({ field }: { field: (name: "address") => FormField }) {
  return (
    <div className={styles.wide}>
      <TextArea label="Address" {...field("address")} name="address" required autoComplete="street-address" />
    </div>
  );
}
