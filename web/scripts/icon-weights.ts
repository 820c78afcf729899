import type { Plugin } from 'vite';

/** The icons that are drawn solid somewhere, by `Icon`'s `filled`; they keep that cut besides the outline. */
export const filledIcons: ReadonlySet<string> = new Set(['SpotifyLogo', 'Star']);

/** Leaves out the weights of each icon that the kit never draws; they are most of an icon's bytes. */
export function iconWeights(): Plugin {
  return {
    name: 'castellan:icon-weights',
    transform: {
      filter: { id: /@phosphor-icons\/react\/dist\/defs\/[^/]+\.es\.js$/ },
      handler(code, id) {
        const name = /([^/]+)\.es\.js$/.exec(id)?.[1] ?? '';
        const drawn = filledIcons.has(name) ? ['regular', 'fill'] : ['regular'];
        const kept = code.replace(/\n {2}\[\n {4}"(\w+)",[\s\S]*?\n {2}\],?/g, (part, weight) => (drawn.includes(weight) ? part : ''));
        if (kept === code || !drawn.every((weight) => kept.includes(`"${weight}"`)))
          this.error('the icon family is built differently from what this plugin knows');
        return { code: kept, map: null };
      },
    },
  };
}
