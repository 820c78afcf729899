/** Where a part of Settings is: what every installation has, so that other pages may lead there. */
export function settingAddress(id: string): string {
  return `/settings#${id}`;
}
