{{- define "retoma.labels" -}}
app.kubernetes.io/name: retoma
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "retoma.image" -}}
{{- with .Values.image }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{/* What every pod has: it writes only to these two folders, which end with it, and has no privileges and no account at the cluster. */}}
{{- define "retoma.pod" -}}
automountServiceAccountToken: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: tmp
    emptyDir: {}
  - name: home
    emptyDir: {}
{{- end }}

{{- define "retoma.container" -}}
image: {{ include "retoma.image" . | quote }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: home, mountPath: /var/lib/retoma }
envFrom:
  - secretRef: { name: {{ required "secretName: the secret with DATABASE_URL and RETOMA_SECRET" .Values.secretName | quote }} }
{{- end }}

{{- define "retoma.environment" -}}
- { name: BASE_URL, value: {{ required "baseUrl: the public address" .Values.baseUrl | quote }} }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{- define "retoma.probes" -}}
ports:
  - { name: http, containerPort: 3000 }
startupProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /health/live, port: http }
  timeoutSeconds: 3
readinessProbe:
  httpGet: { path: /health/ready, port: http }
  periodSeconds: 5
  timeoutSeconds: 3
{{- end }}
