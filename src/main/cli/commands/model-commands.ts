import type { Command } from 'commander';
import { configured, languageCode, withData } from '../arguments.ts';
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

export function addModelCommands(program: Command): void {
  const models = program.command('models').description('Manage Whisper models and speaker models');
  withData(models.command('list'))
    .description('List the installed models, and which is the default')
    .option('--json', 'print JSON', false)
    .action(configured(listModels));
  withEngine(withData(models.command('catalogue')))
    .alias('catalog')
    .description('List the models that can be downloaded, and which suits this machine')
    .action(configured(listCatalogue));
  withEngine(withData(models.command('download')))
    .description('Download a model of the catalogue, from where an earlier download stopped')
    .argument('<name>', 'as "steno models catalogue" shows it')
    .action(configured(downloadModel));
  withEngine(withData(models.command('add')))
    .description(
      'Check a whisper.cpp model (ggml-*.bin) or a speaker model (*.onnx) and copy it in',
    )
    .argument('<file>', 'the file of the model, which stays where it is')
    .option('--name <name>', 'the name to give it, if not that of the file')
    .option('--trust', 'take a model that the catalogue does not know', false)
    .action(configured(addModel));
  withData(models.command('default'))
    .description('Choose the model for requests that name none')
    .argument('<name>', 'an installed model, or "auto" for the one that was added first')
    .option(
      '--language <code>',
      'only for recordings whose language is given, such as en',
      languageCode,
    )
    .action(configured(setDefaultModel));
  withEngine(withData(models.command('confirm')))
    .description('Trust a model in the folder of models that the catalogue does not know')
    .argument('<name>', 'as "steno models list" shows it')
    .action(configured(confirmModel));
  withData(models.command('mirror'))
    .description('Set the address that models are downloaded from, or print it')
    .argument('[address]', 'http(s) address, or "auto" for the usual one')
    .action(configured(setMirror));
  withData(models.command('remove'))
    .description('Delete an added model')
    .argument('<name>', 'as "steno models list" shows it')
    .action(configured(removeModel));
}

/** For commands that test a model or measure this machine. */
function withEngine(command: Command): Command {
  return withVariables(command, ENGINE_VARIABLES);
}
