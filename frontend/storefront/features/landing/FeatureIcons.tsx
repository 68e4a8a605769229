import { Icon } from "~/shared/ui/icons";

/* Line drawings of this page only, on the 24-unit grid of ui/icons. */

export function PriceIcon() {
  return (
    <Icon size={32}>
      <circle cx="12" cy="12" r="9" />
      <path d="M9 8h6M9 11h6M9 8h2.2a2.7 2.7 0 0 1 0 5.4H9l4.5 4" />
    </Icon>
  );
}

export function PartyIcon() {
  return (
    <Icon size={32}>
      <path d="M9 3.5c2.8 0 4.5 2 4.5 4.6S11.5 13 9 13s-4.5-2.3-4.5-4.9S6.2 3.5 9 3.5ZM8 13l-.5 1.5h3L10 13M9 14.5c0 2.5 1.5 3 1.5 6" />
      <path d="M15.5 6.6c2.4-.6 4.5 1 4.8 3.2.3 2.3-1.1 4.6-3.2 4.8M16.8 14.6l.2 1.4h1.8l-.6-1.6M17.9 16c-.2 2-1.6 2.5-1.9 4.5" />
    </Icon>
  );
}

export function LeafIcon() {
  return (
    <Icon size={32}>
      <path d="M5 19c-1.5-8.5 3-14.5 15-15 1 11-4.5 17-12.5 15.5" />
      <path d="M4 21c2-6 5.5-9.5 10.5-11.5" />
    </Icon>
  );
}

export function ScooterIcon() {
  return (
    <Icon size={32}>
      <circle cx="6" cy="17.5" r="2.5" />
      <circle cx="18.5" cy="17.5" r="2.5" />
      <path d="M8.5 17.5H14c.3-3 1.5-4.5 3.5-5L15.5 5H13M3.5 15v-1.5c0-2 1.5-3 3.5-3h6.5M4 10.5V6.5h6v4" />
    </Icon>
  );
}

export function CalendarIcon() {
  return (
    <Icon size={32}>
      <rect x="3.5" y="5" width="17" height="15.5" rx="3" />
      <path d="M3.5 10h17M8 3v4M16 3v4M8.8 15l2.2 2.2 4.2-4.2" />
    </Icon>
  );
}

export function TapIcon() {
  return (
    <Icon size={32}>
      <path d="M10 13.5V6.2a1.7 1.7 0 0 1 3.4 0v5l4 .8c1.4.3 2.3 1.5 2.1 2.9l-.6 3.6c-.3 1.7-1.5 2.5-3 2.5h-3c-1.1 0-2-.4-2.7-1.3l-3.7-4.9c-.6-.8-.4-1.8.4-2.3.7-.4 1.5-.3 2.1.3Z" />
      <path d="M7 8.5a5 5 0 1 1 9.4-1" />
    </Icon>
  );
}
