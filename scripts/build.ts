import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const webFolder = join(import.meta.dirname, '..', 'web');
const reactRouter = createRequire(join(webFolder, 'package.json')).resolve('@react-router/dev/package.json');

run(join(reactRouter, '..', 'bin.cjs'), 'build');
run(join(import.meta.dirname, 'write-release.ts'));
run(join(import.meta.dirname, 'compress-build.ts'), 'quick');

function run(program: string, ...given: readonly string[]): void {
  const ran = spawnSync(process.execPath, [program, ...given], { cwd: webFolder, stdio: 'inherit' });
  if (ran.status !== 0) process.exit(ran.status ?? 1);
}
