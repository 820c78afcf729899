import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { iconWeights } from './scripts/icon-weights.ts';

/** What several public pages share of the drawing kit and its neighbours. Of what the owner's pages alone have, no visitor is to pay for. */
const sharedByPages = new RegExp(
  [
    String.raw`/app/ui/(?!terminal/|(?:check-field|select-field|text-area|use-now)\.)`,
    String.raw`/app/lib/(?!backend|(?:live|save-file|stored-records)\.)`,
    '/app/domains/(?:theme/(?!sidebar-width)|motion/|owner/|birthday/birthday-slot)',
    String.raw`/foundation/src/(?!public-host\.)`,
  ].join('|'),
);

export default defineConfig({
  plugins: [iconWeights(), tailwindcss(), reactRouter()],
  resolve: { dedupe: ['react', 'react-dom', 'react-router'] },
  build: {
    target: 'es2023',
    cssMinify: 'lightningcss',
    sourcemap: false,
    // Inlined assets would need `data:` in more directives of the content security policy than it has.
    assetsInlineLimit: 0,
  },
  // The prefix is how the server and the worker door know worker scripts: static-files.ts, worker-door.ts.
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: ({ name }) => `assets/worker-${name.replace(/\.worker$/, '')}-[hash].js`,
        chunkFileNames: 'assets/worker-part-[name]-[hash].js',
        // What the vault's parts that are fetched later share with its Worker: one file, in the place of one for each way to share.
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /\/(?:vault-core\/src\/(?!export|import|strength)|foundation\/src\/|node_modules\/zod\/)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Its own file, so that it stays in caches when the kit below changes. react-dom is not in it: one larger file
                // was measured, and kept the main thread busy for longer in one piece.
                { name: 'react', test: /\/node_modules\/(?:react|react-router)\//, minShareCount: 2, priority: 2 },
                // The frame of every public page with what it needs of the kit: one file compresses better than a dozen.
                {
                  name: 'frame',
                  test: /\/app\/(?:root\.tsx|surfaces\/site|domains\/discovery\/page-head)|vite\/preload-helper/,
                  priority: 1,
                },
                // Left alone it would be many files of a few hundred bytes each.
                {
                  name: 'kit',
                  test: sharedByPages,
                  minShareCount: 2,
                },
                // What the owner's pages begin with: a few files in the place of many of a few hundred bytes each.
                { name: 'desk-icons', test: /@phosphor-icons\/react\/dist\/(?:ssr|defs)\/(?:ArrowSquareOut|DownloadSimple|Plus)\b/ },
                { name: 'tools', test: /\/app\/tools\/(?:[^/]+\/manifest|registry)\.ts/ },
                {
                  name: 'desk',
                  test: /\/app\/(?:ui\/use-now|lib\/(?:live|save-file)|surfaces\/dashboard\/unanswered|domains\/(?:commands\/(?:use-commands|recent-commands)|apps\/recent-apps|session\/leave-session))\.tsx?/,
                },
                { name: 'due', test: /\/app\/(?:domains\/tasks\/(?:day|task)|tools\/productivity\/(?:due|live-tasks))\.ts/ },
                { name: 'flags', test: /\/app\/domains\/(?:session\/session-flags|commands\/(?:single-keys|command))\.ts/ },
              ],
            },
          },
        },
      },
    },
  },
});
