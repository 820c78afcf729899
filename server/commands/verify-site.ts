import { print, runCommand } from './run-command.ts';
import { runSiteCheck } from './run-site-check.ts';

// Whatever ends the command before there is a verdict is no verdict on the site.
let exitCode: 0 | 1 | 2 = 2;
await runCommand(async ({ allowedNetworks }) => {
  exitCode = await runSiteCheck(process.argv.slice(2), {
    allowedNetworks,
    // npm runs a command in the project's folder, whatever folder it was typed in.
    folder: process.env['INIT_CWD'] ?? process.cwd(),
    swallowed: ['source', 'not-before'].filter((name) => process.env[`npm_config_${name.replace('-', '_')}`] !== undefined),
    print,
    onVisitor: (name) => process.stderr.isTTY && process.stderr.write(`Asking as ${name} …\n`),
  });
}, 'runs');
process.exitCode = exitCode;
