// Loaded before the program under test: writes down each host that it or a program of ours it starts connects to.
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

const file = process.env['TEST_CONNECTIONS'];
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  const to =
    options?.path ?? options?.host ?? (typeof args[1] === 'string' ? args[1] : 'localhost');
  if (file) appendFileSync(file, `${to}\n`);
  return Reflect.apply(connect, this, args);
};
