import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { clientGroups, codeSplittingGroup, workerGroups } from './scripts/chunk-groups.ts';
import { iconWeights } from './scripts/icon-weights.ts';

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
  // The prefix is how the server and openWorker know worker scripts: static-files.ts, open-worker.ts. A module's name says what
  // its Worker needs: `X.worker.ts` nothing, `X.wasm.worker.ts` WebAssembly.
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: ({ name }) => `assets/worker-${name.replace(/\.worker$/, '')}-[hash].js`,
        chunkFileNames: 'assets/worker-part-[name]-[hash].js',
        codeSplitting: { groups: workerGroups.map((group) => codeSplittingGroup(group)) },
      },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: clientGroups.map((group) => codeSplittingGroup(group, group.name === 'frame' ? /vite\/preload-helper/ : undefined)),
            },
          },
        },
      },
    },
  },
});
