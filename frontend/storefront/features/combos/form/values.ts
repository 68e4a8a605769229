import type { ComboOrderDetails } from "~/shared/payloads/comboOrder";

/** The form's values as typed. They are converted to the payload on submit. */
export const EMPTY_VALUES: ComboOrderDetails = {
  firstName: "",
  lastName: "",
  phone: "",
  email: "",
  deliveryTime: "",
  address: "",
};
