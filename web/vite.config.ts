import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { clientGroups, workerGroups } from './scripts/chunk-groups.ts';
import { inlineScripts } from './scripts/inline-scripts.ts';
import { releaseWorker } from './scripts/release-worker.ts';
import { sharingEntries } from './scripts/sharing-entries.ts';

export default defineConfig({
  plugins: [inlineScripts(), tailwindcss(), reactRouter(), sharingEntries(), releaseWorker()],
  resolve: { dedupe: ['react', 'react-dom', 'react-router'] },
  build: {
    target: 'es2023',
    cssMinify: 'lightningcss',
    sourcemap: false,
    // Compressing every file to print its size would take a second of each first start.
    reportCompressedSize: false,
    // Inlined assets would need `data:` in more directives of the content security policy than it has.
    assetsInlineLimit: 0,
    // What every page has before anything is fetched later need not be named with each part.
    modulePreload: {
      resolveDependencies: (_file, needed) =>
        needed.filter((file) => !/\/(?:rolldown-runtime|react|react-dom|frame)-[\w-]{8}\.js$/.test(file)),
    },
  },
  // The prefix is how the server and openWorker know worker scripts: static-files.ts, open-worker.ts. A module's name says what
  // its Worker needs: `X.worker.ts` nothing, `X.wasm.worker.ts` WebAssembly.
  worker: {
    format: 'es',
    plugins: () => [inlineScripts()],
    rolldownOptions: {
      output: {
        entryFileNames: ({ name }) => `assets/worker-${name.replace(/\.worker$/, '')}-[hash].js`,
        chunkFileNames: 'assets/worker-part-[name]-[hash].js',
        codeSplitting: { groups: workerGroups },
      },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: clientGroups() } },
        },
      },
    },
  },
});
