/** The address of a database may hold a password, which `ps` and programs started later must not show. */
export function hideSecrets(database: string): void {
  delete process.env['STENO_DATABASE'];
  if (process.argv.some((argument) => argument.includes(database))) process.title = 'steno';
}
