import { build, type Plugin } from 'vite';

const suffix = '?inline-script';

/**
 * `import text from './x.ts?inline-script'` gives the text of one classic script that holds x.ts and all it imports: for pages
 * that are saved as one file. The same sources give the same text.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'castellan:inline-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(suffix)) return null;
      const found = await this.resolve(source.slice(0, -suffix.length), importer, { skipSelf: true });
      // No file of that name: what else handles scripts by their ending leaves it alone.
      return found === null ? null : `\0inline-script:${found.id}`;
    },
    async load(id) {
      if (!id.startsWith('\0inline-script:')) return null;
      const text = await bundleScript(id.slice('\0inline-script:'.length), (file) => this.addWatchFile(file));
      return `export default ${JSON.stringify(text)};`;
    },
  };
}

/** The text of a script with everything it imports. */
export async function bundleScript(entry: string, watch: (file: string) => void = () => undefined): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      reportCompressedSize: false,
      lib: { entry, formats: ['iife'], name: 'castellan', fileName: 'script' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  for (const output of outputs) {
    if (!('output' in output)) continue;
    for (const chunk of output.output) {
      if (chunk.type !== 'chunk') continue;
      for (const file of chunk.moduleIds) watch(file);
      return chunk.code;
    }
  }
  throw new Error(`no script came of ${entry}`);
}
