import { resolve } from 'node:path';
import ts from 'typescript';

/**
 * What the compiler says of some files of a project and of those that import one of them, a line each: what else the project has is read
 * and not checked, which is most of what a check of the whole costs.
 *
 * @param config the path of the project's tsconfig.json.
 * @param files absolute paths; those that are no part of the project are passed over.
 * @returns `checked`: how many files were; a check of none has found nothing.
 */
export function findTypeFaults(config: string, files: readonly string[]): { readonly checked: number; readonly faults: readonly string[] } {
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (fault) => {
      throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'));
    },
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, host);
  if (parsed === undefined) throw new Error(`${config} cannot be read`);
  const { tsBuildInfoFile: _, ...options } = parsed.options;
  const program = ts.createProgram(parsed.fileNames, { ...options, incremental: false });
  const wanted = new Set(files.map((file) => resolve(file)));
  const importsOne = (source: ts.SourceFile) =>
    ts.preProcessFile(source.text, true, true).importedFiles.some(({ fileName }) => wanted.has(resolve(source.fileName, '..', fileName)));
  const checked = program
    .getSourceFiles()
    .filter((source) => !source.fileName.includes('/node_modules/') && (wanted.has(resolve(source.fileName)) || importsOne(source)));
  const found = checked.flatMap((source) => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]);
  return { checked: checked.length, faults: found.map((fault) => ts.formatDiagnostic(fault, formatting)) };
}

const formatting: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => '/',
  getNewLine: () => '\n',
};
