import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { HttpClient, readCsrfToken } from "../httpClient";
import { readPlan } from "./plan";
import { createPlanApi } from "./planApi";
import { ScheduleTimeline } from "./ScheduleTimeline";

const container = document.querySelector("[data-schedule-timeline]");
const plan = readPlan(document);
if (container && plan) {
  const api = createPlanApi(new HttpClient(location.pathname, readCsrfToken(document)), plan);
  createRoot(container).render(
    <StrictMode>
      <ScheduleTimeline plan={plan} api={api} />
    </StrictMode>,
  );
}
