/** The worker's side of the platform, as far as it is used: the types of pages and workers cannot stand together. */
import { PRODUCT } from '@fairlead/contract/constants';

export interface LastingEvent extends Event {
  /** Keeps the worker alive until then; a rejected installation is undone. */
  waitUntil(work: Promise<unknown>): void;
}

export interface InstallEvent extends LastingEvent {
  /** Chromium 123: answers without waking the worker. */
  addRoutes?(rules: readonly object[]): Promise<void>;
}

export interface RequestEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerEvents {
  install: InstallEvent;
  activate: LastingEvent;
  fetch: RequestEvent;
  message: LastingEvent & { readonly data: unknown };
}

export interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}

/** This file runs in a service worker only. */
export const worker = self as unknown as WorkerScope;

interface WorkerBrand {
  /** The exchange's name. */
  readonly name: string;
  /** Another one with anything that wears the brand. */
  readonly version: string;
}

const { brand } = self as unknown as { readonly brand?: WorkerBrand };
/** The server writes it above the worker's code (apps/server/src/core/brand/pages.ts). */
export const workerBrand: WorkerBrand = brand ?? { name: PRODUCT, version: '' };
