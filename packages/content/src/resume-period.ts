const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** A resume's date (`2021`, `2021-03` or `2021-03-15`) for people: `2021` or `Mar 2021`. Days are left out. */
export function resumeDateText(date: string): string {
  const [year = '', month] = date.split('-');
  const name = month === undefined ? undefined : months[Number(month) - 1];
  return name === undefined ? year : `${name} ${year}`;
}

/** From when to when, as far as either is known: `Mar 2022 – Present`; empty where neither is. */
export function resumePeriodText(startDate: string | undefined, endDate: string | undefined): string {
  if (startDate === undefined) return endDate === undefined ? '' : resumeDateText(endDate);
  return `${resumeDateText(startDate)} – ${endDate === undefined ? 'Present' : resumeDateText(endDate)}`;
}
