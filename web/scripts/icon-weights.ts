import type { Plugin } from 'vite';

/** Leaves out the four weights of each icon that the kit never draws; they are most of an icon's bytes. */
export function iconWeights(): Plugin {
  return {
    name: 'castellan:icon-weights',
    transform: {
      filter: { id: /@phosphor-icons\/react\/dist\/defs\/[^/]+\.es\.js$/ },
      handler(code) {
        const kept = code.replace(/\n {2}\[\n {4}"(?:bold|duotone|light|thin)",[\s\S]*?\n {2}\],?/g, '');
        if (kept === code || !kept.includes('"regular"') || !kept.includes('"fill"')) {
          this.error('the icon family is built differently from what this plugin knows');
        }
        return { code: kept, map: null };
      },
    },
  };
}
