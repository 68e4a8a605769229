import { blankError, phoneError } from "~/shared/lib/fields";
import { TextArea } from "~/shared/ui/Field";
import fields from "~/shared/ui/Field.module.css";
import { EmailField, FirstNameField, LastNameField, PhoneField } from "~/shared/ui/PersonFields";
import type { FormField } from "~/storefront/session/useFormValues";

export interface CustomerFieldsProps {
  field: (name: "firstName" | "lastName" | "phone" | "email") => FormField;
  /** Whether the last name must be filled (specification, section 5). */
  lastName: "required" | "optional";
}

/** The customer fields of every order form; names are the payload's. Required fields must not be blank. */
export function CustomerFields({ field, lastName }: CustomerFieldsProps) {
  const [firstName, last, phone] = [field("firstName"), field("lastName"), field("phone")];
  const optional = lastName === "optional";
  return (
    <>
      <FirstNameField {...firstName} name="name" required customError={blankError(firstName.value)} />
      <LastNameField
        {...last}
        name="lastname"
        required={!optional}
        optionalMark={optional}
        customError={optional ? undefined : blankError(last.value)}
      />
      <PhoneField {...phone} name="phone" required customError={phoneError(phone.value)} />
      <EmailField {...field("email")} name="email" required />
    </>
  );
}

/** The address, the last field of every order form. */
export function AddressFields({ field }: { field: (name: "address") => FormField }) {
  const address = field("address");
  return (
    <div className={fields.wide}>
      <TextArea
        label="Address"
        {...address}
        name="address"
        required
        autoComplete="street-address"
        customError={blankError(address.value)}
      />
    </div>
  );
}
