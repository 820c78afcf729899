/**
 * The script that runs in `<head>` before first paint: in the birthday's month it writes the phase into the document's
 * `data-birthday` (`countdown`, `day` or `after`), by the visitor's clock and the owner's time zone. A page is rendered once
 * and kept, so no page may hold the phase; and what the month adds needs its room before the first paint. It stands alone.
 */
export function birthdayBoot({
  birthday: { month, day },
  timeZone,
}: {
  readonly birthday: { readonly month: number; readonly day: number };
  readonly timeZone: string;
}): string {
  // The zone was parsed as one, and still only what names are made of goes into a script.
  const zone = timeZone.replaceAll(/[^\w+/-]/g, '');
  return `(()=>{try{let[m,d]=new Date().toLocaleDateString("en-US",{timeZone:"${zone}",month:"numeric",day:"numeric"}).split("/");if(m==${month})document.documentElement.dataset.birthday=d<${day}?"countdown":d==${day}?"day":"after"}catch{}})()`;
}
