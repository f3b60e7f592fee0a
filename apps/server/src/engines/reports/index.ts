/** The database in which what reads across all engines is read: what others take of it. */
export { gaugeReports } from './gauges.ts';
export { openReports } from './open.ts';
export { readEngineServer, readSlot } from './publication-queries.ts';
export { type EngineSeen, type ReportedEngine, ReportReads } from './report-reads.ts';
export { readProgress } from './subscription-queries.ts';
