{{/* Workload, metrics, budget, and scaling of one part. Given: root, part, values. */}}
{{- define "drawbridge.part" -}}
{{- $root := .root }}
{{- $values := .values }}
{{- $isOrigin := eq .part "origin" }}
{{- $name := include "drawbridge.name" . }}
{{- $selector := include "drawbridge.selector" . }}
{{- $hasVolume := include "drawbridge.hasVolume" . }}
{{- $image := $root.Values.image }}
{{- $kind := ternary "StatefulSet" "Deployment" (eq $hasVolume "true") }}
apiVersion: apps/v1
kind: {{ $kind }}
metadata:
  name: {{ $name }}
  labels: {{- include "drawbridge.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .part }}
spec:
  {{- if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  selector:
    matchLabels: {{- $selector | nindent 6 }}
  {{- if $hasVolume }}
  serviceName: {{ $name }}-metrics
  podManagementPolicy: Parallel
  {{- else }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  {{- end }}
  template:
    metadata:
      labels: {{- $selector | nindent 8 }}
      {{- with $root.Values.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      automountServiceAccountToken: false
      {{- with $root.Values.serviceAccountName }}
      serviceAccountName: {{ . }}
      {{- end }}
      # Otherwise Services add variables with the prefix of settings, and the server refuses unknown ones.
      enableServiceLinks: false
      # Above the 5 s of preStop and the 10 s that requests in flight are given.
      terminationGracePeriodSeconds: 30
      {{- with $image.pullSecrets }}
      imagePullSecrets:
        {{- range . }}
        - name: {{ . }}
        {{- end }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      topologySpreadConstraints:
        {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ $key }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- $selector | nindent 14 }}
        {{- end }}
      {{- with $root.Values.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: drawbridge
          image: {{ printf "%s:%s" $image.repository (default $root.Chart.AppVersion $image.tag) | quote }}
          imagePullPolicy: {{ $image.pullPolicy }}
          env:
            # Files, not variables: a child process or a crash report has variables.
            - name: DRAWBRIDGE_METRICS_TOKEN_FILE
              value: /run/secrets/drawbridge/metrics-token
            - name: DRAWBRIDGE_METRICS_LISTEN
              value: ":8082"
            {{- if $isOrigin }}
            - name: DRAWBRIDGE_ADMIN_TOKEN_FILE
              value: /run/secrets/drawbridge/admin-token
            - name: DRAWBRIDGE_ADMIN_LISTEN
              value: ":8081"
            - name: DRAWBRIDGE_PUBLIC_URL
              value: {{ $root.Values.publicUrl | quote }}
            {{- if eq $values.store "postgresql" }}
            - name: DRAWBRIDGE_DATABASE_URL_FILE
              value: /run/secrets/drawbridge/database-url
            {{- end }}
            {{- else }}
            - name: DRAWBRIDGE_EDGE_ORIGIN
              value: {{ default $root.Values.publicUrl $values.origin | quote }}
            - name: DRAWBRIDGE_EDGE_TOKEN_FILE
              value: /run/secrets/drawbridge/edge-token
            {{- end }}
            {{- with $root.Values.trustedProxies }}
            - name: DRAWBRIDGE_TRUSTED_PROXIES
              value: {{ join "," . | quote }}
            {{- end }}
            {{- with $root.Values.objects }}
            {{- if .url }}
            - name: DRAWBRIDGE_OBJECTS
              value: {{ .url | quote }}
            {{- if .encrypted }}
            - name: DRAWBRIDGE_OBJECTS_KEY_FILE
              value: /run/secrets/drawbridge/objects-key
            {{- end }}
            {{- if .credentials }}
            - name: AWS_SHARED_CREDENTIALS_FILE
              value: /run/secrets/drawbridge/aws-credentials
            {{- end }}
            {{- end }}
            {{- end }}
            {{- range $setting, $value := merge (deepCopy $values.settings) $root.Values.settings }}
            - name: {{ $setting }}
              value: {{ $value | toString | quote }}
            {{- end }}
          ports:
            - { name: reads, containerPort: 8080 }
            {{- if $isOrigin }}
            - { name: admin, containerPort: 8081 }
            {{- end }}
            - { name: metrics, containerPort: 8082 }
          # An edge without a copy of the data waits for its origin as long as it takes.
          startupProbe:
            httpGet: { path: {{ ternary "/readyz" "/healthz" $isOrigin }}, port: reads }
            periodSeconds: 1
            failureThreshold: 120
          readinessProbe:
            httpGet: { path: /readyz, port: reads }
            periodSeconds: 5
          livenessProbe:
            httpGet: { path: /healthz, port: reads }
            periodSeconds: 10
            timeoutSeconds: 3
          lifecycle:
            # The program stops listening immediately, and load balancers notice a moment later.
            preStop:
              exec: { command: [sleep, "5"] }
          resources: {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: secrets, mountPath: /run/secrets/drawbridge, readOnly: true }
      volumes:
        - name: secrets
          secret:
            secretName: {{ $root.Values.secret }}
            # 0440: for the group of the Pod, which is fsGroup.
            defaultMode: 288
        {{- if not $hasVolume }}
        - name: data
          # The replica, for restarts of the container while the database or the origin is away. Room for two.
          emptyDir: { sizeLimit: 1Gi }
        {{- end }}
  {{- if $hasVolume }}
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        {{- with $values.storage.className }}
        storageClassName: {{ . }}
        {{- end }}
        resources:
          requests: { storage: {{ $values.storage.size }} }
  {{- end }}
---
# An address for each Pod, ready or not.
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}-metrics
  labels: {{- include "drawbridge.labels" $root | nindent 4 }}
spec:
  clusterIP: None
  publishNotReadyAddresses: true
  selector: {{- $selector | nindent 4 }}
  ports:
    - { name: metrics, port: 8082, targetPort: metrics }
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels: {{- include "drawbridge.labels" $root | nindent 4 }}
spec:
  selector: {{- $selector | nindent 4 }}
  ports:
    - { name: reads, port: 80, targetPort: reads }
{{- if $isOrigin }}
---
# Apart from the reads: a Service that is opened to apps opens nothing else.
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}-admin
  labels: {{- include "drawbridge.labels" $root | nindent 4 }}
spec:
  selector: {{- $selector | nindent 4 }}
  ports:
    - { name: admin, port: 80, targetPort: admin }
{{- end }}
{{- if or $values.autoscaling.enabled (gt (int $values.replicas) 1) }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels: {{- include "drawbridge.labels" $root | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {{- $selector | nindent 6 }}
{{- end }}
{{- if $values.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $name }}
  labels: {{- include "drawbridge.labels" $root | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: {{ $kind }}, name: {{ $name }} }
  minReplicas: {{ $values.autoscaling.minReplicas }}
  maxReplicas: {{ $values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ $values.autoscaling.cpu }} }
{{- end }}
{{- end }}
