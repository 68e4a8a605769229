import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Posting, tokenIn } from "../posting";
import { asking } from "./asking";
import { planIn } from "./plan";
import { ScheduleStrip } from "./ScheduleStrip";

const place = document.querySelector("[data-schedule-strip]");
const plan = planIn(document);
if (place && plan) {
  const ask = asking(new Posting(location.pathname, tokenIn(document)), plan);
  createRoot(place).render(
    <StrictMode>
      <ScheduleStrip plan={plan} ask={ask} />
    </StrictMode>,
  );
}
