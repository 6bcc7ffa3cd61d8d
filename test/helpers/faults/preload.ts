/** Loaded before the program under test, by the environment that strike.ts makes. */
import { armFromEnvironment } from './strike.ts';

armFromEnvironment(process.env);
