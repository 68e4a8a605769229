/** The form's values as typed. They are converted to the payload on submit. */
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
