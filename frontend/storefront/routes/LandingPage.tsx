import { Landing } from "~/storefront/features/landing/Landing";
import { texts } from "~/storefront/features/landing/texts";

export const { description } = texts;

export default function LandingPage() {
  return <Landing />;
}
