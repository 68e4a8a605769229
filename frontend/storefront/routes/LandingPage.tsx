import { Landing } from "~/storefront/features/landing/Landing";

export const description =
  "Protein-packed meals by the week, and catering for birthdays, offices and family gatherings in Chennai.";

export default function LandingPage() {
  return <Landing />;
}
