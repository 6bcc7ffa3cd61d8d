/** What models are computed on: the processor and graphics cards. */
import { z } from 'zod';
import { DeviceList } from '../models/devices.ts';
import type { Route } from './route.ts';
import { failure, json } from './route-parts.ts';

export const deviceRoutes = {
  listDevices: {
    method: 'get',
    path: '/v1/devices',
    access: 'window',
    summary: 'List the processor and the graphics cards',
    description:
      'Each with how fast models are on it. The setting `device` chooses one; a card that hears other words than the processor is not used.',
    responses: { 200: json('The devices.', DeviceList), default: failure },
  },
  tryDevice: {
    method: 'post',
    path: '/v1/devices/{id}/try',
    access: 'window',
    summary: 'Try a graphics card again',
    description:
      'Forgets why it is off and lets it hear the sample with the model in use; a `models` event says when that is over.',
    request: { params: z.object({ id: z.string().max(200) }) },
    responses: { 202: json('It is being tried.', DeviceList), default: failure },
  },
} as const satisfies Record<string, Route>;
