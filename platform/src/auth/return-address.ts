import type { PlatformContext } from '../core/platform-context.ts';

/** Where a link of a mail may lead in the end: an address of this site, or else the site itself. */
export function returnAddress({ publicUrl }: Pick<PlatformContext, 'publicUrl'>, wanted: string | null | undefined): URL {
  const site = new URL(publicUrl);
  const address = wanted ? URL.parse(wanted, site.href) : null;
  return address?.origin === site.origin ? address : site;
}
