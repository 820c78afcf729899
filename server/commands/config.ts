import { parseArgs } from 'node:util';
import { describeSettings, findStrangeSettings } from '../settings.ts';

const usage = `Usage:
  npm run config                    prints every setting as it is in force, and where its value comes from; secrets are not shown
  npm run --silent config -- --json the same for programs`;

const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } }, strict: false });
if (values.help) process.stdout.write(`${usage}\n`);
else describe(values.json === true);

function describe(asJson: boolean): void {
  const settings = describeSettings(process.env);
  const strange = findStrangeSettings(process.env);
  if (asJson) process.stdout.write(`${JSON.stringify({ settings, unknown: strange }, null, 2)}\n`);
  else {
    const width = Math.max(...settings.map(({ variable }) => variable.length));
    for (const { variable, value, from, fault } of settings) {
      process.stdout.write(`${variable.padEnd(width)}  ${from.padEnd('environment'.length)}  ${value === '' ? '(none)' : value}\n`);
      if (fault !== undefined) process.stdout.write(`${' '.repeat(width)}  refused: ${fault}\n`);
    }
    for (const name of strange) process.stdout.write(`${name}: there is no such setting\n`);
  }
  // As a start would: with a setting that is refused there is none.
  if (settings.some(({ fault }) => fault !== undefined)) process.exitCode = 1;
}
