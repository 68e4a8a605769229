/** Base URLs of the calls, read when the storefront is built; see endpoints.ts. */
interface ImportMetaEnv {
  readonly VITE_EVENT_BASE?: string;
  readonly VITE_SUBSCRIPTION_BASE?: string;
  readonly VITE_APPOINTMENT_BASE?: string;
  readonly VITE_NUTRITION_BASE?: string;
  readonly VITE_NONVEG_BASE?: string;
  readonly VITE_VEG_BASE?: string;
  readonly VITE_COMBOS_BASE?: string;
  readonly VITE_TRAY_BASE?: string;
}
