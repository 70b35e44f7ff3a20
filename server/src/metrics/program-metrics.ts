/** Every metric of the program. A part keeps plain numbers, and has a list of metrics that reads them. */
import { type AdminParts, adminMetrics } from "./admin-metrics.ts";
import { type AdoptionParts, adoptionMetrics } from "./adoption-metrics.ts";
import { type CatalogParts, catalogMetrics, type UsageParts, usageMetrics } from "./catalog-metrics.ts";
import { type ClockParts, clockMetrics } from "./clock-metrics.ts";
import { type CredentialParts, credentialMetrics } from "./credential-metrics.ts";
import { type DatabaseParts, databaseMetrics } from "./database-metrics.ts";
import { type EdgeParts, edgeMetrics } from "./edge-metrics.ts";
import { type LimitParts, limitMetrics } from "./limit-metrics.ts";
import { type MaintenanceParts, maintenanceMetrics } from "./maintenance-metrics.ts";
import { type ProcessParts, processMetrics } from "./process-metrics.ts";
import { type ReadParts, readMetrics } from "./read-metrics.ts";
import { Registry } from "./registry.ts";
import { type SourceParts, sourceMetrics } from "./source-metrics.ts";
import { type StepParts, stepMetrics } from "./step-metrics.ts";

export type ProgramParts = ProcessParts &
  ReadParts &
  CatalogParts &
  UsageParts &
  AdoptionParts &
  MaintenanceParts &
  CredentialParts &
  AdminParts &
  LimitParts &
  SourceParts &
  EdgeParts &
  DatabaseParts &
  ClockParts &
  StepParts;

export function programMetrics(parts: ProgramParts): Registry {
  const registry = new Registry();
  registry.add(...processMetrics(parts));
  registry.add(...readMetrics(parts));
  registry.add(...catalogMetrics(parts));
  registry.add(...usageMetrics(parts));
  registry.add(...adoptionMetrics(parts));
  registry.add(...maintenanceMetrics(parts));
  registry.add(...credentialMetrics(parts));
  registry.add(...sourceMetrics(parts));
  registry.add(...adminMetrics(parts));
  registry.add(...limitMetrics(parts));
  registry.add(...edgeMetrics(parts));
  registry.add(...databaseMetrics(parts));
  registry.add(...clockMetrics(parts));
  registry.add(...stepMetrics(parts));
  return registry;
}
