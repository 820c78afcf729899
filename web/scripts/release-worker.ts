import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { tools } from '../../tools/registry.ts';
import type { ToolManifest } from '../../tools/tool.ts';

const everyTool: readonly ToolManifest[] = tools;

/** The pages behind the owner's gate (app/routes.ts), which the service worker may answer for. */
const guardedPaths = ['/dashboard', ...everyTool.filter(({ audience }) => audience === 'owner').map(({ id }) => `/${id}`)].sort();

/**
 * Writes the service worker beside the client's files, as one script that imports nothing: what a browser keeps as its worker is then
 * this file alone. It is built apart, so that it shares no part with a page.
 */
export function releaseWorker(): Plugin {
  return {
    name: 'castellan:release-worker',
    apply: 'build',
    async writeBundle({ dir }) {
      if (this.environment.name !== 'client' || dir === undefined) return;
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { __GUARDED_PATHS__: JSON.stringify(guardedPaths) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: 'es2023',
          sourcemap: false,
          reportCompressedSize: false,
          rolldownOptions: {
            input: join(import.meta.dirname, '..', 'app', 'domains', 'release', 'release-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}
