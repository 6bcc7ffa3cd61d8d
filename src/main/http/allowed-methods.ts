import { routes } from '../../shared/routes/routes.ts';

const TABLE = Object.values(routes).map(({ method, path }) => ({
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The methods that an address takes; none where there is no such address. */
export function allowedMethods(path: string): string[] {
  return TABLE.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}
