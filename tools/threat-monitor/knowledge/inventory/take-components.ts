import type { ComponentList } from './component-list.ts';
import { readCpe } from './cpe.ts';
import { type Distribution, distributionId } from './distribution.ts';
import { lookUpPurl, type PurlLookUp } from './look-up-purl.ts';

/** A component of an SBOM, whichever format it is written in. What is not said is empty. */
export type SbomComponent = {
  /** `library`, `application`, `operating-system`, `file`, … */
  readonly kind: string;
  /** With its group. */
  readonly name: string;
  readonly version: string;
  readonly purls: readonly string[];
  readonly cpes: readonly string[];
  /** The source package of a Linux package, where it is named apart. */
  readonly source?: { readonly name: string; readonly version: string } | undefined;
};

/** Takes the components of an SBOM: each is looked up by its first package URL that can be, else it is left out with the reason. */
export function takeComponents(list: ComponentList, components: readonly SbomComponent[]): void {
  const systems = new Map<string, Distribution>();
  for (const { kind, name, version } of components)
    if (kind === 'operating-system' && name !== '') systems.set(`${name} ${version}`, { id: distributionId(name), version });
  const [distribution] = systems.size === 1 ? systems.values() : [];
  for (const component of components) takeOne(list, component, distribution);
}

function takeOne(
  list: ComponentList,
  { kind, name, version, purls, cpes, source }: SbomComponent,
  distribution: Distribution | undefined,
): void {
  const shown = name === '' ? 'A component without a name' : name;
  const found = purls.map((purl) => lookUpPurl(purl, { distribution, source }));
  const known = found.find((one) => 'ecosystem' in one);
  if (known !== undefined) {
    list.add(known.ecosystem, known.name, known.version || version);
    return;
  }
  const cpe = cpes.map(readCpe).find((one) => one !== undefined);
  const [left] = found.filter(isLeft);
  // A package URL that names the kind of package tells more than a CPE, which many makers of SBOMs guess.
  if (left !== undefined && !(cpe !== undefined && left.reason === 'ecosystem')) {
    list.leave(left.reason, name || left.name, left.version || version, left.detail);
    return;
  }
  if (cpe !== undefined) {
    list.leave('cpe', shown, version || cpe.version, cpe.product);
    return;
  }
  list.leave(kind === 'operating-system' ? 'operating_system' : kind === 'file' ? 'file' : 'no_identifier', shown, version, kind);
}

function isLeft(one: PurlLookUp): one is Extract<PurlLookUp, { readonly reason: unknown }> {
  return 'reason' in one;
}
