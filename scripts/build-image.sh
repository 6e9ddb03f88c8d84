#!/usr/bin/env bash
# Builds the container image: scripts/build-image.sh [NAME [FILE]], by default retoma; FILE gets a copy for `docker load`. With Docker where
# its daemon answers. Else with buildah, as root, on a base made of Debian's packages and the Node of package.json: no registry of images is
# needed. Ends with 69 if there is neither. NODE_IMAGE names another base, such as node@sha256:…
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:-retoma}
file=${2:-}
version=$(node -p 'require("./package.json").version')
revision=$(git rev-parse HEAD 2>/dev/null || echo unknown)
# Only a public address: others may contain a folder or a password.
source=$(git remote get-url origin 2>/dev/null | grep -E '^https://[^@]+$' || echo unknown)
build=(-f deploy/Dockerfile -t "$name")
for label in "VERSION=$version" "REVISION=$revision" "SOURCE=$source"; do build+=(--build-arg "$label"); done

if docker info >/dev/null 2>&1; then
  docker build "${build[@]}" ${NODE_IMAGE:+--build-arg "NODE_IMAGE=$NODE_IMAGE"} .
  if [ -n "$file" ]; then docker save --output "$file" "$name"; fi
  exit
fi

missing=()
for program in buildah mmdebstrap npm; do command -v "$program" >/dev/null || missing+=("$program"); done
[ "$(id -u)" = 0 ] || missing+=(root)
if [ ${#missing[@]} -gt 0 ]; then
  echo "No Docker daemon answers, and to build without one these are missing: ${missing[*]}" >&2
  exit 69
fi
# A chroot is enough to build, also where containers cannot be nested.
export BUILDAH_ISOLATION=${BUILDAH_ISOLATION:-chroot}
folder=$(mktemp -d)
container=
trap 'rm -rf "$folder"; [ -z "$container" ] || buildah rm "$container" >/dev/null' EXIT

# What node:26-bookworm-slim holds: Debian without recommendations, Node, npm and the user node.
make_base() {
  local arch node
  arch=$(node -p process.arch)
  node=$(node -p "require('./package.json').optionalDependencies['node-linux-$arch']")
  mmdebstrap --quiet --variant=minbase --include=libatomic1,libstdc++6 bookworm "$folder/debian.tar"
  mkdir -p "$folder/local/bin" "$folder/local/lib/node_modules/npm"
  npm pack --silent --pack-destination "$folder" "node-linux-$arch@$node" npm@11 >/dev/null
  tar -xzf "$folder"/node-linux-*.tgz -C "$folder/local" --strip-components=1 package/bin/node package/LICENSE
  tar -xzf "$folder"/npm-*.tgz -C "$folder/local/lib/node_modules/npm" --strip-components=1
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/local/bin/npm"
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$folder/debian.tar" /
  buildah copy --quiet "$container" "$folder/local" /usr/local
  buildah run "$container" useradd --uid 1000 --create-home node
  # The authorities that this machine trusts, for npm behind a proxy. The last stage takes nothing of this.
  if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
    buildah copy --quiet "$container" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
    buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
  fi
  buildah config --env PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah commit --quiet "$container" "$1" >/dev/null
}

if [ -z "${NODE_IMAGE:-}" ]; then
  NODE_IMAGE=localhost/retoma-node
  make_base "$NODE_IMAGE"
fi
# The format of Docker, because that of OCI has no health check.
buildah build --layers --pull-never --format docker --build-arg "NODE_IMAGE=$NODE_IMAGE" "${build[@]}" .
if [ -n "$file" ]; then buildah push --quiet "$name" "docker-archive:$file:$name"; fi
