/** Of `legal` in site.json. */
export interface FssaiNumber {
  readonly fssaiLicence: string | null;
  /** "licence" or "registration"; left out: a licence. */
  readonly fssaiKind?: string;
}

/** The number as the law wants it shown; null without one. */
export function fssaiLine({ fssaiLicence, fssaiKind }: FssaiNumber): string | null {
  const kind = fssaiKind === "registration" ? "Registration" : "Licence";
  return fssaiLicence && `FSSAI ${kind} No. ${fssaiLicence}`;
}
