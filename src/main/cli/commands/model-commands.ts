import type { Command } from 'commander';
import { loadConfig } from '../../core/config.ts';
import { type DataFlags, languageCode, toConfigFlags, withData } from '../arguments.ts';
import { ENGINE_VARIABLES, withVariables } from '../environment.ts';
import {
  addModel,
  confirmModel,
  downloadModel,
  listCatalogue,
  listModels,
  removeModel,
  setDefaultModel,
  setMirror,
} from './manage-models.ts';

/** `steno models …` */
export function addModelCommands(program: Command): void {
  const models = program.command('models').description('Manage Whisper models and speaker models');
  withData(models.command('list'))
    .description('List the installed models, and which is the default')
    .option('--json', 'print JSON', false)
    .action(async (flags: DataFlags & { json: boolean }) =>
      listModels(loadConfig(toConfigFlags(flags)), flags),
    );
  withEngine(withData(models.command('catalogue')))
    .alias('catalog')
    .description('List the models that can be downloaded, and which suits this machine')
    .action(async (flags: DataFlags) => listCatalogue(loadConfig(toConfigFlags(flags))));
  withEngine(withData(models.command('download')))
    .description('Download a model of the catalogue, from where an earlier download stopped')
    .argument('<name>', 'as "steno models catalogue" shows it')
    .action(async (name: string, flags: DataFlags) =>
      downloadModel(loadConfig(toConfigFlags(flags)), name),
    );
  withEngine(withData(models.command('add')))
    .description(
      'Check a whisper.cpp model (ggml-*.bin) or a speaker model (*.onnx) and copy it in',
    )
    .argument('<file>', 'the file of the model, which stays where it is')
    .option('--name <name>', 'the name to give it, if not that of the file')
    .option('--trust', 'take a model that the catalogue does not know', false)
    .action(async (file: string, flags: DataFlags & { name?: string; trust: boolean }) =>
      addModel(loadConfig(toConfigFlags(flags)), file, { name: flags.name, trust: flags.trust }),
    );
  withData(models.command('default'))
    .description('Choose the model for requests that name none')
    .argument('<name>', 'an installed model, or "auto" for the one that was added first')
    .option(
      '--language <code>',
      'only for recordings whose language is given, such as en',
      languageCode,
    )
    .action(async (name: string, flags: DataFlags & { language?: string }) =>
      setDefaultModel(loadConfig(toConfigFlags(flags)), name, flags.language ?? null),
    );
  withEngine(withData(models.command('confirm')))
    .description('Trust a model in the folder of models that the catalogue does not know')
    .argument('<name>', 'as "steno models list" shows it')
    .action(async (name: string, flags: DataFlags) =>
      confirmModel(loadConfig(toConfigFlags(flags)), name),
    );
  withData(models.command('mirror'))
    .description('Set the address that models are downloaded from, or print it')
    .argument('[address]', 'http(s) address, or "auto" for the usual one')
    .action(async (address: string | undefined, flags: DataFlags) =>
      setMirror(loadConfig(toConfigFlags(flags)), address ?? null),
    );
  withData(models.command('remove'))
    .description('Delete an added model')
    .argument('<name>', 'as "steno models list" shows it')
    .action(async (name: string, flags: DataFlags) =>
      removeModel(loadConfig(toConfigFlags(flags)), name),
    );
}

/** For commands that test a model or measure this machine. */
function withEngine(command: Command): Command {
  return withVariables(command, ENGINE_VARIABLES);
}
