import { runCommand } from './run-command.ts';
import { withData } from './with-data.ts';

/** Makes the database of a first start, while the launcher builds the site. What goes wrong the start finds and says again. */
await runCommand((settings, log) => withData(settings, log, async () => undefined), {
  instead: 'There is no data of the server’s own to prepare.',
});
