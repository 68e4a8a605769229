import { TextField, type TextFieldProps } from "./Field";

/** The form's props: payload name, value, change handler and `required`. */
type PersonFieldProps = Omit<TextFieldProps, "label" | "type" | "inputMode" | "autoComplete">;

/** Common personal fields with their keyboard and autofill attributes. */
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
