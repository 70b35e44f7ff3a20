export interface GateState {
  readonly status: "loading" | "open" | "recommended" | "announced" | "maintenance" | "update_required";
  readonly blocked: boolean;
  readonly title: string;
  readonly message: string;
  readonly updateTo: string | null;
  readonly storeLink: string | null;
  readonly window: { readonly name: string; readonly reminderStart: number; readonly start: number; readonly end: number } | null;
  readonly nextChangeAt: number | null;
  readonly checkedAt: number | null;
  readonly source: "network" | "kept" | "default";
  readonly keptUntil?: number;
  readonly problem: { readonly kind: string } | null;
}
export interface GateClient {
  readonly state: GateState;
  subscribe(listener: () => void): () => void;
  start(): Promise<GateState>;
  refresh(): Promise<GateState>;
  resume(): void;
  later(): void;
  skip(): void;
  update(): Promise<boolean>;
  close(): void;
}
