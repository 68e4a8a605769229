import { TextField, type TextFieldProps } from "./TextField";

/** What a form adds: the wire's name, value and change, and whether the field must be filled. */
type PersonFieldProps = Omit<TextFieldProps, "label" | "type" | "inputMode" | "autoComplete">;

/** Fields that nearly every form asks of a person, with the keyboard and the autofill that belong to each. */
export function FirstNameField(props: PersonFieldProps) {
  return <TextField label="First Name" autoComplete="given-name" enterKeyHint="next" {...props} />;
}

export function LastNameField(props: PersonFieldProps) {
  return <TextField label="Last Name" autoComplete="family-name" enterKeyHint="next" {...props} />;
}

export function PhoneField(props: PersonFieldProps) {
  return (
    <TextField label="Phone" type="tel" inputMode="tel" autoComplete="tel" enterKeyHint="next" {...props} />
  );
}

export function EmailField(props: PersonFieldProps) {
  return (
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="email"
      enterKeyHint="next"
      {...props}
    />
  );
}
