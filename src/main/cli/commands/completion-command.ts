import { Argument, type Command } from 'commander';
import { type CompletedCommand, type CompletedOption, commandTree } from '../command-tree.ts';

/** `steno completion`; added last, because it reads what the others take. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Print a script that lets the shell complete commands, options and files')
    .addArgument(new Argument('<shell>', 'the shell it is for').choices(SHELLS))
    .action((shell: Shell) => {
      process.stdout.write({ bash, zsh, fish }[shell](commandTree(program)));
    });
}

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** The last word that begins a path of commands, for `case` in bash and zsh. */
function pathCase(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quote(path));
  return `case "\${at:+$at }$given" in ${paths.join(' | ')}) at="\${at:+$at }$given" ;; esac`;
}

type ValueCase = { pattern: string; option: CompletedOption };

/** Every option that takes a value, as `<path>:<option>`. */
function valueCases(commands: readonly CompletedCommand[]): ValueCase[] {
  return commands.flatMap(({ path, options }) =>
    options
      .filter(({ values }) => values !== null)
      .map((option) => ({
        pattern: option.names.map((name) => quote(`${path}:${name}`)).join(' | '),
        option,
      })),
  );
}

function bash(commands: readonly CompletedCommand[]): string {
  const values = valueCases(commands).map(({ pattern, option }) => {
    const words = quote((option.values ?? []).join(' '));
    const offer = option.place === 'folder' ? 'compgen -d' : `compgen -W ${words}`;
    const isOpen = option.place !== null || option.values?.length === 0;
    const action = isOpen && option.place !== 'folder' ? 'return' : `list=$(${offer} -- "$word")`;
    return `    ${pattern}) ${action} ;;`;
  });
  const words = commands.map(({ path, options, words: next }) => {
    const names = quote(options.flatMap((option) => option.names).join(' '));
    const below = quote(next.map(({ name }) => name).join(' '));
    return `        ${quote(path)}) options=${names} below=${below} ;;`;
  });
  return `# Completion of steno for bash. In ~/.bashrc: eval "$(steno completion bash)"
_steno() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local at= given= list= options= below= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    given=\${COMP_WORDS[i]}
    ${pathCase(commands)}
  done
  case "$at:$before" in
${values.join('\n')}
    *)
      case "$at" in
${words.join('\n')}
      esac
      if [[ $word == -* ]]; then list=$(compgen -W "$options" -- "$word")
      else list=$(compgen -W "$below" -- "$word"); fi
      ;;
  esac
  local IFS=$'\\n'
  COMPREPLY=($list)
}
complete -o bashdefault -o default -F _steno steno
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const values = valueCases(commands).map(({ pattern, option }) => {
    const choices = (option.values ?? []).map(quote).join(' ');
    const files = option.place === 'folder' ? '_files -/' : '_files';
    const action = choices === '' ? files : `compadd -- ${choices}`;
    return `    ${pattern}) ${action}; return ;;`;
  });
  const words = commands.map(({ path, options, words: next, takesFiles }) => {
    const described = options.flatMap(({ names, description }) =>
      names.map((name) => zshItem(name, description)),
    );
    const below = next.map(({ name, description }) => zshItem(name, description));
    const lists = `options=(${described.join(' ')}) below=(${below.join(' ')})`;
    return `    ${quote(path)}) ${lists} files=${takesFiles ? 1 : 0} ;;`;
  });
  return `#compdef steno
# Completion of steno for zsh. In ~/.zshrc, after compinit: eval "$(steno completion zsh)"
_steno() {
  local at= given= before=\${words[CURRENT-1]} files=0
  local -a options below
  for given in \${words[2,CURRENT-1]}; do
    ${pathCase(commands)}
  done
  case "$at:$before" in
${values.join('\n')}
  esac
  case "$at" in
${words.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then _describe -o option options
  elif (( \${#below} )); then _describe command below
  elif (( files )); then _files
  fi
}
compdef _steno steno
`;
}

/** In a list of \`_describe\` a colon divides the word from what is said about it. */
const zshItem = (name: string, description: string): string =>
  quote(`${name.replaceAll(':', '\\:')}:${description}`);

function fish(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quote(path));
  const lines = commands.flatMap(({ path, options, words: next, takesFiles }) => {
    const begin = `complete -c steno -n '__steno_at "${path}"'`;
    const below = next.map(
      ({ name, description }) => `${begin} -f -a ${quote(name)} -d ${quote(description)}`,
    );
    const none = takesFiles ? [] : [`${begin} -f`];
    return [...none, ...below, ...options.map((option) => `${begin} ${fishOption(option)}`)];
  });
  return `# Completion of steno for fish. In ~/.config/fish/config.fish: steno completion fish | source
function __steno_at
  set -l at ''
  for given in (commandline -opc)[2..-1]
    set -l longer (string trim "$at $given")
    contains -- $longer ${paths.join(' ')}; and set at $longer
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function fishOption({ names, description, values, place }: CompletedOption): string {
  const flags = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const folders = place === 'folder' ? ` -a '(__fish_complete_directories)'` : '';
  const choices = values && values.length > 0 ? ` -a ${quote(values.join(' '))}` : folders;
  // -x: a value that is no file; -r: one that may be.
  const value = values === null ? '' : place === 'file' ? ' -r' : ` -x${choices}`;
  return `${flags.join(' ')}${value} -d ${quote(description)}`;
}

/** In single quotes, which bash, zsh and fish read alike once a quote inside stands outside of them. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
