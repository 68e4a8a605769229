/** What the form holds, field by field as it was typed. It becomes the wire's shape only when it is sent. */
export interface ComboFormValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly deliveryTime: string;
  readonly address: string;
}

export const EMPTY_VALUES: ComboFormValues = {
  firstName: "",
  lastName: "",
  phone: "",
  email: "",
  deliveryTime: "",
  address: "",
};
