{{- define "drawbridge.labels" -}}
app.kubernetes.io/name: drawbridge
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* Labels of one part's Pods. Given: root, part ("origin" or "edge") */}}
{{- define "drawbridge.selector" -}}
app.kubernetes.io/name: drawbridge
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{/* Name of one part's objects, short enough for the endings that Kubernetes and this chart add. */}}
{{- define "drawbridge.name" -}}
{{ printf "%s-%s" (.root.Release.Name | trunc 40 | trimSuffix "-") .part }}
{{- end }}

{{/* The part that apps read from: edges where there are some. */}}
{{- define "drawbridge.reads" -}}
{{ include "drawbridge.name" (dict "root" . "part" (eq .Values.mode "origin" | ternary "origin" "edge")) }}
{{- end }}

{{- define "drawbridge.hasOrigin" -}}
{{- if ne .Values.mode "edge" }}true{{ end }}
{{- end }}

{{- define "drawbridge.hasEdge" -}}
{{- if ne .Values.mode "origin" }}true{{ end }}
{{- end }}

{{/* Whether the Pods of a part have volumes of their own. */}}
{{- define "drawbridge.hasVolume" -}}
{{- if eq .part "origin" }}{{ if eq .root.Values.origin.store "sqlite" }}true{{ end }}{{ else if .root.Values.edge.storage.enabled }}true{{ end }}
{{- end }}
