import { ddl, TEXT } from './column-types.ts';

/** Keys of workers. The column no longer lists the scopes: `KeyScope` does, and a new one needs no migration. */
export const workerKeys = ddl`
  ALTER TABLE api_keys ADD COLUMN allows ${TEXT} NOT NULL DEFAULT 'own';
  UPDATE api_keys SET allows = scope;
  ALTER TABLE api_keys DROP COLUMN scope;
  ALTER TABLE api_keys RENAME COLUMN allows TO scope;
`;
