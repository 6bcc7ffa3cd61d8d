import { startTestApp } from './helpers/app.ts';
const a = await startTestApp(); await a.stop();
const t0 = process.cpuUsage();
for (let i = 0; i < 20; i++) { const app = await startTestApp(); await app.stop(); }
const t = process.cpuUsage(t0);
console.log('per app', ((t.user + t.system) / 2e7).toFixed(3));
process.exit(0);
